import { Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { Attachment } from './use-attachment.ts'

/** Which of the bulk uploads is about to be added, or why it cannot be. */
export function AttachmentNote({ attachment: { file, name, problem, retry } }: { attachment: Attachment }) {
  if (problem !== null) return <ErrorState text={problem} onRetry={retry} />
  return (
    <Text role="status" style={{ overflowWrap: 'anywhere' }}>
      {t(file ? 'bulk.given' : 'bulk.taking', { name })}
    </Text>
  )
}
