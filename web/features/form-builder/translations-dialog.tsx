import { Alert, Button, Checkbox, FileButton, Group, NativeSelect, Select, Text } from '@mantine/core'
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { readCsv } from '#contract/rules/csv.ts'
import { formFileName } from '#contract/rules/form-file-name.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { readTranslations, writeTranslations } from '#survey/builder/translation-sheet.ts'
import { addLanguage, removeLanguage, textsIn, translated } from '#survey/builder/translations.ts'
import { handOver } from '#web/lib/http/download.ts'
import { decodeText } from '#web/lib/language/decode-text.ts'
import { languageChoices, languageLabel } from '#web/lib/language/language-labels.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Builder, useBuilder, useBuilderValue, useIsReadOnly } from './builder.ts'
import { TranslationRows } from './translation-rows.tsx'
import classes from './translations-dialog.module.css'

/** Translates the template, row by row or by a CSV file for a translator. */
export function TranslationsDialog({ onClose }: { onClose: () => void }) {
  const builder = useBuilder()
  const form = useBuilderValue(({ history }) => history.now.form)
  const looksOn = useIsReadOnly()
  const { languages = [] } = form
  const [chosen, setChosen] = useState('')
  const language = languages.includes(chosen) ? chosen : (languages[0] ?? '')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function load(file: File | null) {
    if (!file) return
    setOutcome(await importSheet(builder, file))
  }
  return (
    <Dialog opened onClose={onClose} title={t('builder.translationsTitle')} fullScreen>
      <div className={classes.page}>
        <fieldset className={classes.bare} disabled={looksOn}>
          <Group align="end" gap="sm" mb="md">
            {language !== '' && (
              <NativeSelect
                label={t('builder.language')}
                className={classes.choice ?? ''}
                data={languages.map((value) => ({ value, label: languageLabel(value) }))}
                value={language}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            )}
            <AddLanguage
              form={form}
              onAdd={(added) => {
                builder.change(addLanguage(builder.form, added))
                setChosen(added)
              }}
            />
          </Group>
          <Group gap="sm" mb="md">
            {language !== '' && (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => save(builder.form)}
              >
                {t('builder.saveSheet')}
              </Button>
            )}
            <FileButton onChange={(file) => void load(file)} accept=".csv,.txt,.tsv">
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
                  {t('builder.loadSheet')}
                </Button>
              )}
            </FileButton>
            {language !== '' && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => {
                  builder.change(removeLanguage(builder.form, language))
                  const text = t('builder.languageRemoved', { language: languageLabel(language) })
                  setOutcome({ text, isWrong: false, isUndone: true })
                }}
              >
                {t('builder.removeLanguage', { language: languageLabel(language) })}
              </Button>
            )}
          </Group>
          <div role="status">
            {outcome && (
              <Alert
                color={outcome.isWrong ? 'red' : 'teal'}
                mb="md"
                withCloseButton
                onClose={() => setOutcome(null)}
              >
                {outcome.text}
                {outcome.isUndone && (
                  <Button
                    variant="subtle"
                    size="compact-md"
                    mih={44}
                    onClick={() => {
                      builder.undo()
                      setOutcome(null)
                    }}
                  >
                    {t('builder.undo')}
                  </Button>
                )}
              </Alert>
            )}
          </div>
          {language === '' ? (
            <Text className={classes.none ?? ''}>{t('builder.translationsNone')}</Text>
          ) : (
            <Texts key={language} form={form} language={language} />
          )}
        </fieldset>
      </div>
    </Dialog>
  )
}

function AddLanguage({ form, onAdd }: { form: FormDocument; onAdd: (language: string) => void }) {
  const { language, languages } = form
  const data = useMemo(
    () => languageChoices().filter(({ value }) => value !== language && !languages?.includes(value)),
    [language, languages],
  )
  return (
    <Select
      // Remounts after each addition, so the select is empty again.
      key={languages?.length ?? 0}
      label={t('builder.addLanguage')}
      className={classes.choice ?? ''}
      searchable
      data={data}
      disabled={(languages?.length ?? 0) >= limits.formLanguagesMax}
      onChange={(chosen) => chosen !== null && onAdd(chosen)}
    />
  )
}

function Texts({ form, language }: { form: FormDocument; language: string }) {
  const texts = useMemo(() => textsIn(form), [form])
  const { done, total } = translated(form, texts, language)
  const [onlyMissing, setOnlyMissing] = useState(false)
  if (total === 0) return <Text>{t('builder.noTexts')}</Text>
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text fw={600} role="status">
          {t('builder.translatedCount', { done, total })}
        </Text>
        <Checkbox
          label={t('builder.onlyMissing')}
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
        />
      </Group>
      <TranslationRows
        key={String(onlyMissing)}
        form={form}
        texts={texts}
        language={language}
        onlyMissing={onlyMissing}
      />
    </>
  )
}

interface Outcome {
  readonly text: string
  readonly isWrong: boolean
  /** One undo step, with an Undo button. */
  readonly isUndone?: boolean
}

/** The byte order mark makes spreadsheets read UTF-8. */
function save(form: FormDocument): void {
  const sheet = new Blob([`\ufeff${writeTranslations(form)}`], { type: 'text/csv' })
  handOver(sheet, formFileName(form.name, 'csv'))
}

const shownLines = 20

async function importSheet(builder: Builder, file: File): Promise<Outcome> {
  if (file.size > limits.formFileBytes) return { text: t('templates.fileTooLarge'), isWrong: true }
  const read = readTranslations(builder.form, readCsv(decodeText(await file.arrayBuffer())).rows)
  if (read.kind === 'not-a-sheet') return { text: t('builder.notASheet'), isWrong: true }
  builder.change(read.form)
  const { changed, leftOut } = read
  const count = leftOut.length
  const text = t('builder.sheetRead', { count: changed })
  if (count === 0) return { text, isWrong: false }
  const lines = `${leftOut.slice(0, shownLines).join(', ')}${count > shownLines ? ', …' : ''}`
  const more = [t('builder.sheetLeftOut', { count }), t('builder.sheetLines', { lines })].join(' ')
  return { text: `${text} ${more}`, isWrong: true }
}
