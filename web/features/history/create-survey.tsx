import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { readAccountValue } from '#web/offline/store/account-values.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import type { StaleData } from '#web/ui/stale-data-notice.tsx'
import { templatesQuery } from './queries.ts'
import { StartDialog } from './start-dialog.tsx'
import { type Template, TemplateDialog } from './template-dialog.tsx'
import { TemplatePreview } from './template-preview.tsx'

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
