import { Button, Select } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { withoutUndefined } from '#survey/builder/edit-sections.ts'
import { languageChoices, languageLabel } from '#web/lib/language/language-labels.ts'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder, useBuilderValue } from './builder.ts'
import { TranslationsDialog } from './translations-dialog.tsx'

/** The template's language, with a button for translations. */
export function FormLanguages() {
  const builder = useBuilder()
  const { language, languages } = useBuilderValue(({ history }) => history.now.form)
  const [translating, setTranslating] = useState(false)
  const data = useMemo(() => {
    const others = languageChoices().filter(({ value }) => !languages?.includes(value))
    // An import may use a language that is not listed.
    const isListed = language === undefined || others.some(({ value }) => value === language)
    return isListed ? others : [{ value: language, label: languageLabel(language) }, ...others]
  }, [language, languages])
  return (
    <>
      <Select
        label={t('builder.ownLanguage')}
        description={t('builder.ownLanguageHint')}
        searchable
        clearable
        data={data}
        value={language ?? null}
        onChange={(chosen) =>
          builder.change(withoutUndefined({ ...builder.form, language: chosen ?? undefined }))
        }
      />
      <Button
        variant="default"
        leftSection={<IconLanguage size={20} aria-hidden />}
        onClick={() => setTranslating(true)}
      >
        {t('builder.translations')}
      </Button>
      {translating && <TranslationsDialog onClose={() => setTranslating(false)} />}
    </>
  )
}
