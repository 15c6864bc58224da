import { LOCALES } from '@coffer/contract/locale'
import { isStorable } from '@coffer/contract/text'
import { appendAudit } from '../audit/index.ts'
import { invalidField } from '../kernel/index.ts'
import { type Context, sealedPlace, violates } from '../platform/index.ts'
import { ALL_SCOPES } from './api-key.ts'
import { refuseBadWallet } from './change-settings.ts'
import { addKey } from './keys.ts'
import { newOutboundSecret } from './outbound-secret.ts'
import {
  mergeSettings,
  readSettings,
  refuseBadCurrency,
  refuseEndedCurrencies,
  type SettingsPatch,
} from './settings.ts'
import { insertOperator, OUTBOUND_SECRET, takeOperatorId } from './store.ts'

export type CreateOperatorInput = {
  slug: string
  name: string
  currency: string
  /** `en` when omitted. */
  locale?: string | undefined
  settings?: SettingsPatch | undefined
  actor: string
}

export type CreatedOperator = {
  operatorId: number
  slug: string
  keyId: string
  keySecret: string
  outboundSecret: string
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/
const NAME_CHARACTERS = 200

/** An operator with its first API key. The secrets are shown here and never again. */
export async function createOperator(ctx: Context, input: CreateOperatorInput): Promise<CreatedOperator> {
  const own = { currency: input.currency, locale: input.locale ?? 'en' }
  refuseBadInput(input, own.locale)
  const document = mergeSettings({}, input.settings ?? {})
  const bounds = { production: ctx.config.environment === 'production' }
  const { currencies, wallet } = readSettings(document, own.currency, bounds)
  refuseEndedCurrencies(document, [])
  refuseBadWallet(ctx, wallet.url)
  const outboundSecret = newOutboundSecret(ctx.random)
  const now = ctx.clock.now()
  return ctx
    .systemTx(async (tx) => {
      const operatorId = await takeOperatorId(tx)
      await insertOperator(tx, {
        operator_id: operatorId,
        slug: input.slug,
        name: input.name,
        ...own,
        status: 'active',
        settings: { ...document, currencies },
        outbound_secret_sealed: await ctx.sealer.seal(tx, outboundSecret, sealedPlace(OUTBOUND_SECRET, operatorId)),
        created_at: now,
        updated_at: now,
      })
      const key = await addKey(ctx, tx, { operatorId, scopes: ALL_SCOPES, requireNonce: false, actor: input.actor })
      const { slug, name, actor } = input
      const details = { slug, name, ...own, settings: document }
      await appendAudit(ctx, tx, operatorId, { actor, action: 'operator.created', details, at: now })
      return { operatorId, slug, ...key, outboundSecret }
    })
    .catch((error: unknown) => {
      throw violates(error, 'operators_slug_is_unique') ? invalidField('slug', 'is taken') : error
    })
}

function refuseBadInput(input: CreateOperatorInput, locale: string): void {
  const { slug, name, currency } = input
  if (!SLUG.test(slug)) throw invalidField('slug', 'must be lower-case words with hyphens, at most 60 characters')
  if (name === '' || name.length > NAME_CHARACTERS || !isStorable(name)) {
    throw invalidField('name', `must have 1 to ${NAME_CHARACTERS} characters`)
  }
  refuseBadCurrency(currency)
  if (!LOCALES.some((known) => known === locale)) throw invalidField('locale', `must be one of ${LOCALES.join(', ')}`)
}
