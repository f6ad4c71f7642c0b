import { Alert } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  /** The completed action; null = nothing to show. */
  text: string | null
  onClose: () => void
}

/** Stays mounted as a live region, so that new text is announced. */
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
