import { NativeSelect } from '@mantine/core'
import { readersLanguages } from '#contract/messages/spoken.ts'
import { languageFor } from '#survey/languages.ts'
import { storeFormLanguage } from '#web/lib/language/language.ts'
import { languageLabel } from '#web/lib/language/language-labels.ts'
import { t } from '#web/lib/language/translate.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { useDraft } from './draft-context.ts'
import classes from './form-layout.module.css'

/** Selects the language of the questions. Answers do not depend on it. */
export function FormLanguage() {
  const { language = '', languages = [] } = useDraft().survey.template
  if (languages.length === 0) return null
  return (
    <div className={classes.language}>
      <NativeSelect
        label={t('form.questionsIn')}
        data={[language, ...languages].map((value) => ({ value, label: languageLabel(value) }))}
        value={languageFor(languages, readersLanguages(), language) ?? language}
        onChange={({ currentTarget }) => {
          storeFormLanguage(currentTarget.value)
          void reloadPage()
        }}
      />
    </div>
  )
}
