import { useParams } from '#web/lib/page/route.tsx'
import { useBuilder } from './builder.ts'
import { FormPreview } from './form-preview.tsx'

/** The survey form of the current draft. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { form, at } = useBuilder()
  const { id = '' } = useParams()
  return <FormPreview form={form} at={at.section} reportOf={id} onClose={onClose} />
}
