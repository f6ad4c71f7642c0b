import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { say } from '#web/lib/say.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { templatesQuery } from './queries.ts'
import { StartDialog } from './start-dialog.tsx'
import { type Template, TemplateDialog } from './template-dialog.tsx'

/** A template, then name and owner, then the form. */
export function CreateSurvey({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(templatesQuery)
  const [template, setTemplate] = useState<Template | null>(null)
  if (template) return <StartDialog template={template} onClose={onClose} />
  if (error && !data) {
    return (
      <NoticeDialog
        opened
        onClose={onClose}
        title={say('common.error')}
        text={say('common.unexpectedTemplates')}
      />
    )
  }
  return <TemplateDialog templates={data?.survey_templates} onChoose={setTemplate} onClose={onClose} />
}
