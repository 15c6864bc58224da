import { casinoName, t } from '../state/words.ts'
import { Told } from './told.tsx'

export function Ended() {
  return (
    <Told name="ended" icon="clock" title={t('ended.title')} lead={t('ended.why')}>
      <p class="told-strong">{t('ended.kept')}</p>
      <p>{casinoName.value ? t('ended.next') : t('ended.nextUnknown')}</p>
    </Told>
  )
}
