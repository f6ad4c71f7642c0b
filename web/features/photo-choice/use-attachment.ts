import { useQuery } from '@tanstack/react-query'
import { listBulkUploads } from '#contract/admin/bulk-uploads.ts'
import { claimedKind } from '#contract/rules/file.ts'
import { detectKind, headBytes } from '#contract/rules/file-kind.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'

export interface Attachment {
  readonly file: File | null
  /** '' while loading. */
  readonly name: string
  readonly problem: string | null
  readonly retry: () => void
}

/** Downloads a file from the account's bulk uploads, as if picked on this device. '' = none. */
export function useAttachment(id: string): Attachment {
  const list = useQuery({ ...reading(listBulkUploads, {}), enabled: id !== '' })
  const files = list.data?.data.flatMap(({ attributes }) => attributes.files)
  const found = files?.find((one) => one.id === id)
  const name = found?.file_name ?? ''
  const bytes = useQuery({
    queryKey: ['attachment', id],
    queryFn: ({ signal }) => fetchFile(found?.file_url ?? '', name, signal),
    enabled: found !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const missing = files && !found ? t('common.notFound') : null
  const failed = bytes.error ? t('bulk.takeFailed', { name }) : null
  return {
    file: id === '' ? null : (bytes.data ?? null),
    name,
    problem: list.error && !list.data ? list.error.message : (missing ?? failed),
    retry: () => void (found ? bytes.refetch() : list.refetch()),
  }
}

/** Detects the type by content, as the server does, because the file may have been uploaded under any name. */
async function fetchFile(address: string, name: string, signal: AbortSignal): Promise<File> {
  const answer = await fetch(address, { signal, credentials: 'omit' })
  if (!answer.ok) throw new Error(answer.statusText)
  const bytes = await answer.arrayBuffer()
  const kind = detectKind(new Uint8Array(bytes.slice(0, headBytes)))
  if (!kind) return new File([bytes], name)
  const named = claimedKind(name) === kind.kind ? name : `${name}.${kind.extension}`
  return new File([bytes], named, { type: kind.type })
}
