import { Alert, Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { readersLanguages } from '#contract/messages/spoken.ts'
import { sampleReport } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import {
  type SampleAnswer,
  sampleAnswersIn,
  sampleSurvey,
  withExamples,
} from '#survey/builder/trial-survey.ts'
import { languageFor } from '#survey/languages.ts'
import { today } from '#survey/logic/today.ts'
import { textsForReader } from '#survey/translate.ts'
import { DraftContext } from '#web/features/survey-form/draft-context.ts'
import type { SectionHandle } from '#web/features/survey-form/repeats/use-add-part.ts'
import { SectionView } from '#web/features/survey-form/sections/section-view.tsx'
import { handOver } from '#web/lib/http/download.ts'
import { fetchPdf } from '#web/lib/http/fetch-pdf.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { languageLabel } from '#web/lib/language/language-labels.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { previewDraft } from '#web/offline/draft/preview-draft.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { addressOf, bodyOf } from '../../lib/http/call.ts'
import classes from './preview-dialog.module.css'

interface Props {
  form: FormDocument
  /** Index of the section shown first. Default: 0. */
  at?: number
  /** Template id for a report of the sample answers. Absent: no report button. */
  reportOf?: string
  /** Starts a survey. Absent: no button. */
  onStart?: () => void
  onClose: () => void
}

/** The template as surveyors see it, for trying out. Stores nothing. */
export function FormPreview({ form, at = 0, reportOf, onStart, onClose }: Props) {
  const account = useSession()?.userId ?? ''
  const narrow = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false })
  const [size, setSize] = useState<'phone' | 'desktop'>('phone')
  const [language, setLanguage] = useState<string | null>(null)
  const { language: ownLanguage = '', languages = [] } = form
  const readsIn = language === null ? undefined : [language]
  const [opened, setOpened] = useState(() => makeSampleDraft(account, form))
  const handle = useRef<SectionHandle>(null)
  const [index, setIndex] = useState(Math.max(0, at))
  useEffect(() => () => opened?.close(), [opened])
  const [drawing, setDrawing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function draw({ survey }: Draft) {
    setDrawing(true)
    setProblem(null)
    setProblem(await downloadSampleReport(reportOf ?? '', form, sampleAnswersIn(survey)))
    setDrawing(false)
  }
  const name = textsForReader(form)?.name || form.name || t('builder.unnamed')
  const sections = opened?.survey.sections ?? []
  const section = sections[index]
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('builder.previewTitle', { name })}
      size={size === 'phone' ? '26rem' : '52rem'}
      fullScreen={narrow ?? false}
      centered={false}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('builder.previewText')}
      </Text>
      {!opened || !section ? (
        <Alert>{t('builder.previewNothing')}</Alert>
      ) : (
        <>
          <Group align="end" gap="sm" mb="lg">
            <NativeSelect
              label={t('builder.previewSection')}
              flex={1}
              miw="10rem"
              data={sections.map(({ definition }, place) => ({
                value: String(place),
                label: definition.name || t('builder.unnamed'),
              }))}
              value={String(index)}
              onChange={(event) => setIndex(Number(event.currentTarget.value))}
            />
            {languages.length > 0 && (
              <NativeSelect
                label={t('builder.previewLanguage')}
                data={[ownLanguage, ...languages].map((tag) => ({ value: tag, label: languageLabel(tag) }))}
                value={language ?? languageFor(languages, readersLanguages(), ownLanguage) ?? ownLanguage}
                onChange={({ currentTarget: { value } }) => {
                  setLanguage(value)
                  setOpened(makeSampleDraft(account, form, sampleAnswersIn(opened.survey), [value]))
                }}
              />
            )}
            {!narrow && (
              <SegmentedControl
                aria-label={t('builder.previewSize')}
                size="md"
                data={[
                  { value: 'phone', label: t('builder.previewPhone') },
                  { value: 'desktop', label: t('builder.previewDesktop') },
                ]}
                value={size}
                onChange={(value) => setSize(value === 'desktop' ? 'desktop' : 'phone')}
              />
            )}
          </Group>
          <Group gap="sm" mb="md" grow wrap="nowrap">
            <Button
              variant="default"
              px="xs"
              onClick={() =>
                setOpened(makeSampleDraft(account, form, withExamples(opened.survey, today()), readsIn))
              }
            >
              {t('builder.previewFill')}
            </Button>
            {reportOf !== undefined && (
              <Button variant="default" px="xs" loading={drawing} onClick={() => void draw(opened)}>
                {t('builder.previewReport')}
              </Button>
            )}
            {onStart && (
              <Button px="xs" onClick={onStart}>
                {t('history.startThis')}
              </Button>
            )}
          </Group>
          <FormError text={problem} />
          <DraftContext value={opened}>
            <div className={classes.form}>
              <SectionView
                key={section.id}
                sectionId={section.id}
                subSectionId=""
                handle={handle}
                onMissing={ignored}
              />
            </div>
          </DraftContext>
        </>
      )}
    </Dialog>
  )
}

function ignored(): void {
  // A preview cannot be submitted.
}

/** A sample survey of the form, or null if the form has faults that prevent one. */
function makeSampleDraft(
  account: string,
  form: FormDocument,
  answers: readonly SampleAnswer[] = [],
  readsIn?: readonly string[],
): Draft | null {
  try {
    const given = { id: v7(), createdBy: account, at: new Date().toISOString(), readsIn, newId: v7 }
    return previewDraft(account, sampleSurvey(form, given, answers))
  } catch {
    // null shows a notice instead of the preview.
    return null
  }
}

/** Downloads a report of the preview's answers. Returns an error message or null. */
async function downloadSampleReport(
  id: string,
  form: FormDocument,
  answers: readonly SampleAnswer[],
): Promise<string | null> {
  const token = currentSession()?.token
  if (!token) return t('accounts.logInAgain')
  const input = { params: { id }, body: { form, answers, time_zone: timeZone() } }
  const pdf = await fetchPdf(addressOf(sampleReport, input), {
    method: sampleReport.method,
    headers: { token, 'content-type': 'application/json', 'accept-language': acceptLanguage() },
    body: bodyOf(input) ?? null,
  })
  if (!pdf.ok) return pdf.message
  handOver(pdf.file, pdf.name)
  return null
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
