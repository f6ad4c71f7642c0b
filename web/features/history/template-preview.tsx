import { useEffect, useState } from 'react'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { readTemplateDocument } from '#web/offline/list/template-document.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadingScreen } from '#web/ui/loading-screen.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import type { Template } from './template-dialog.tsx'

const { View: FormPreview } = lazyPart(
  async () => (await import('#web/features/form-builder/form-preview.tsx')).FormPreview,
)

interface Props {
  account: string
  template: Template
  onStart: () => void
  onClose: () => void
}

/** Previews a template's form before a survey is started. */
export function TemplatePreview({ account, template, onStart, onClose }: Props) {
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
