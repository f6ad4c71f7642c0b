import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { currentSession, ownCompany, useSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { prefill } from '#web/offline/draft/prefill.ts'
import { ensureTemplate } from '#web/offline/incoming/ensure-template.ts'
import { readTemplateDocument } from '#web/offline/list/template-document.ts'
import { recordCreation } from '#web/offline/record/record-survey.ts'
import { readAccountValue } from '#web/offline/store/account-values.ts'
import { logError } from '#web/offline/store/journal.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { LoadingScreen } from '#web/ui/loading-screen.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import type { StaleData } from '#web/ui/stale-data-notice.tsx'
import { checkStart, type Start, type StartErrors } from './check-start.ts'
import { templatesQuery } from './queries.ts'
import { SurveyNames } from './survey-names.tsx'
import { type Template, TemplateDialog } from './template-dialog.tsx'

const { View: FormPreview } = lazyPart(
  async () => (await import('#web/features/form-builder/form-preview.tsx')).FormPreview,
)

/** Selects a template, asks for name and owner, and opens the form. */
export function CreateSurvey({ onClose }: { onClose: () => void }) {
  const account = useSession()?.userId ?? ''
  const { templates, problem, busy, retry } = useTemplates(account)
  const [template, setTemplate] = useState<Template | null>(null)
  const [previewed, setPreviewed] = useState<Template | null>(null)
  if (template) return <StartDialog template={template} onClose={onClose} />
  if (previewed) {
    return (
      <TemplatePreview
        account={account}
        template={previewed}
        onStart={() => setTemplate(previewed)}
        onClose={() => setPreviewed(null)}
      />
    )
  }
  if (problem && !templates) {
    return (
      <NoticeDialog
        opened
        onClose={onClose}
        title={t('common.error')}
        text={t('common.unexpectedTemplates')}
      />
    )
  }
  const away = { problem, checkedAt: null, never: t('history.templatesUnreached'), busy, retry }
  return (
    <TemplateDialog
      account={account}
      templates={templates}
      away={away}
      onChoose={setTemplate}
      onPreview={setPreviewed}
      onClose={onClose}
    />
  )
}

interface Templates extends Pick<StaleData, 'problem' | 'busy' | 'retry'> {
  /** undefined while loading. */
  readonly templates: readonly Template[] | undefined
}

/** The device's templates, then the server's once loaded, and why they are missing otherwise. */
function useTemplates(account: string): Templates {
  const [kept, setKept] = useState<readonly Template[] | null | undefined>(undefined)
  const { data, error, isFetching, refetch } = useQuery(templatesQuery)
  useEffect(() => {
    readAccountValue(account, 'templates').then(setKept, () => setKept(null))
  }, [account])
  const problem = error && {
    unreached: isUnreached(error),
    message: t('common.unexpectedTemplates'),
  }
  return {
    templates: data?.survey_templates ?? kept ?? undefined,
    // Report nothing until the device's templates are read.
    problem: kept === undefined ? null : problem,
    busy: isFetching,
    retry: () => void refetch(),
  }
}

interface Props {
  account: string
  template: Template
  onStart: () => void
  onClose: () => void
}

/** Previews a template's form before a survey is started. */
function TemplatePreview({ account, template, onStart, onClose }: Props) {
  const [form, setForm] = useState<FormDocument | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    readTemplateDocument(account, template.id).then(
      (read) => {
        if (gone) return
        if (read.ok) setForm(read.form)
        else setProblem(read.status === 0 ? t('history.templateNotHere') : read.message)
      },
      (error) => {
        reportStorageFailure(error)
        if (!gone) setProblem(t('common.somethingWrong'))
      },
    )
    return () => {
      gone = true
    }
  }, [account, template.id])
  const failed = (text: string) => (
    <NoticeDialog opened onClose={onClose} title={t('common.error')} text={text} />
  )
  if (problem) return failed(problem)
  if (!form) {
    return (
      <Dialog opened onClose={onClose} title={t('builder.previewTitle', { name: template.name })}>
        <LoadingScreen />
      </Dialog>
    )
  }
  return (
    <Part instead={failed(t('common.network'))}>
      <FormPreview form={form} onStart={onStart} onClose={onClose} />
    </Part>
  )
}

interface StartDialogProps {
  template: Template
  onClose: () => void
}

/**
 * Asks for name and owner, creates the survey on this device, and opens its form. Works offline. The id is created
 * once, so a retry does not create a second survey.
 */
function StartDialog({ template, onClose }: StartDialogProps) {
  const navigate = useNavigate()
  const [id] = useState(() => v7())
  const [given, setGiven] = useState<Start>({ name: '', owner: '' })
  const [errors, setErrors] = useState<StartErrors>({})
  const [busy, setBusy] = useState(false)
  const fields = { name: useRef<HTMLInputElement>(null), owner: useRef<HTMLInputElement>(null) }

  function refuse(wrong: StartErrors) {
    setErrors(wrong)
    fields[wrong.owner && !wrong.name ? 'owner' : 'name'].current?.focus()
  }
  async function start(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = checkStart(given)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const form = await make().catch(reportStorageFailure)
    setBusy(false)
    if (typeof form === 'string') return refuse({ form: t('common.somethingWrong') })
    if (!form.path) return refuse({ form: form.message })
    onClose()
    navigate(form.path)
  }
  async function make() {
    const { userId = '', name: createdBy = '' } = currentSession() ?? {}
    const failed = await ensureTemplate(userId, template.id)
    if (failed) return { message: failed.status === 0 ? t('history.templateNotHere') : failed.message }
    const section = await recordCreation(userId, { id, template: template.id, createdBy, ...given })
    if (!section) return { message: t('surveys.invalidTemplateOrSection') }
    // The survey exists; if this fails, these answers are only empty.
    const facts = { surveyName: given.name, surveyor: createdBy, company: ownCompany() }
    await prefill(userId, id, facts).catch(logError('prefill answers'))
    return { path: `/survey/${template.id}/${id}/${section}`, message: '' }
  }
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={t('history.startTitle')}>
      <form onSubmit={start} noValidate>
        <Stack gap="md">
          <Text c="dimmed">{template.name}</Text>
          <FormError text={errors.form} />
          <SurveyNames
            given={given}
            errors={errors}
            fields={fields}
            onChange={(names) => {
              setGiven(names)
              setErrors({})
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('common.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
