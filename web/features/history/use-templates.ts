import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readKept } from '#web/offline/store/kept.ts'
import { templatesQuery } from './queries.ts'
import type { Template } from './template-dialog.tsx'

/** The templates that this device has at once, those of the server when they come; undefined = on their way. */
export function useTemplates(account: string): {
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
