import { useParams } from '#web/lib/page/route.tsx'
import { useBuilder } from './builder.ts'
import { FormPreview } from './form-preview.tsx'

/** The form that surveyors would get of the draft as it stands. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { form, at } = useBuilder()
  const { id = '' } = useParams()
  return <FormPreview form={form} at={at.section} reportOf={id} onClose={onClose} />
}
