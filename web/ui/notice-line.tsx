import { Alert } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  /** What was done; null = nothing to say. */
  text: string | null
  onClose: () => void
}

/** The place stays in the page, so that what appears in it is read aloud. */
export function NoticeLine({ text, onClose }: Props) {
  return (
    <div role="status">
      {text && (
        <Alert mb="lg" withCloseButton closeButtonLabel={t('common.close')} onClose={onClose}>
          {text}
        </Alert>
      )}
    </div>
  )
}
