import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { readKept } from '#web/offline/store/kept.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { templatesQuery } from './queries.ts'
import { StartDialog } from './start-dialog.tsx'
import { type Template, TemplateDialog } from './template-dialog.tsx'

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

/** The templates that this device has at once, those of the server when they come; undefined = on their way. */
function useTemplates(account: string): {
  readonly templates: readonly Template[] | undefined
  readonly failed: boolean
} {
  const [kept, setKept] = useState<readonly Template[] | null | undefined>(undefined)
  const { data, error } = useQuery(templatesQuery)
  useEffect(() => {
    readKept(account, 'templates').then(setKept, () => setKept(null))
  }, [account])
  const templates = data?.survey_templates ?? kept ?? undefined
  return { templates, failed: templates === undefined && kept === null && error !== null }
}
