import type { MessageKey } from '#contract/messages/catalogue.ts'
import { usePermission } from '#web/lib/files/use-permission.ts'
import { t } from '#web/lib/language/translate.ts'
import { Facts } from '#web/ui/facts.tsx'

const words = {
  granted: 'camera.granted',
  denied: 'camera.denied',
  prompt: 'camera.prompt',
} as const satisfies Record<PermissionState, MessageKey>

/** What this browser was told about the camera, as it is at this moment. */
export function PermissionFact() {
  const permission = usePermission('camera')
  return <Facts facts={[[t('camera.permission'), t(permission ? words[permission] : 'camera.unknown')]]} />
}
