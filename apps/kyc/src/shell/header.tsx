import { keepLocale } from '../kit/address.ts'
import { Icon } from '../kit/icons.tsx'
import { casinoName, language, speak, t } from '../kit/words.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../text/languages.ts'
import { page } from '../wizard/phase.ts'

/** Who asks, who checks, and in which language. */
export function Header() {
  const operator = page.value?.operator
  return (
    <header class="header">
      <div class="header-house">
        {operator?.logoUrl ? (
          <img class="header-logo" src={operator.logoUrl} alt="" />
        ) : (
          <span class="header-mark" aria-hidden="true">
            {[...casinoName.value][0]?.toUpperCase() ?? <Icon name="lock" />}
          </span>
        )}
        <div class="header-words">
          {operator && (
            <p class="header-name">
              <bdi data-testid="casino-name">{operator.name}</bdi>
            </p>
          )}
          <p class="header-by">{t('app.by')}</p>
        </div>
      </div>
      <LanguageChooser />
    </header>
  )
}

function LanguageChooser() {
  const choose = (chosen: string) => {
    keepLocale(chosen)
    void speak(chosen)
  }
  return (
    <select
      class="select header-language"
      aria-label={t('app.language')}
      data-testid="language"
      value={language.value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {LANGUAGE_NAMES.map((name) => (
        <option key={name} value={name} lang={name}>
          {LANGUAGES[name].name}
        </option>
      ))}
    </select>
  )
}
