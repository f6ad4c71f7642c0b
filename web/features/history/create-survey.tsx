import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'
import { type Template, TemplateDialog } from './template-dialog.tsx'
import { useTemplates } from './use-templates.ts'

/** A template, then name and owner, then the form. */
export function CreateSurvey({ onClose }: { onClose: () => void }) {
  const account = useSession()?.userId ?? ''
  const { templates, failed } = useTemplates(account)
  const [template, setTemplate] = useState<Template | null>(null)
  if (template) return <StartDialog template={template} onClose={onClose} />
  if (failed) {
    return (
      <NoticeDialog
        opened
        onClose={onClose}
        title={t('common.error')}
        text={t('common.unexpectedTemplates')}
      />
    )
  }
  return <TemplateDialog account={account} templates={templates} onChoose={setTemplate} onClose={onClose} />
}
