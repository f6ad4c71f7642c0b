import { Button } from '@mantine/core'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { keepLanguage } from '#web/lib/language/language.ts'
import { t } from '#web/lib/language/translate.ts'
import { reloadPage } from '#web/lib/start/reload.ts'

/** Before anybody is known the device chooses; each language is named in its own words. */
export function LanguageSwitch() {
  const other = spokenLanguage() === 'es' ? 'en' : 'es'
  return (
    <Button
      variant="subtle"
      lang={other}
      onClick={() => {
        keepLanguage(other)
        void reloadPage()
      }}
    >
      {t(other === 'es' ? 'common.inSpanish' : 'common.inEnglish')}
    </Button>
  )
}
