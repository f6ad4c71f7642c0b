import { Drawer } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { SectionList } from './section-list.tsx'

export function SectionDrawer({ sectionId, onClose }: { sectionId: string; onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={say('form.sections')}
      closeButtonProps={{ 'aria-label': say('common.close') }}
      styles={{ content: { maxHeight: '80dvh', borderRadius: '16px 16px 0 0' }, body: { padding: 0 } }}
    >
      <SectionList sectionId={sectionId} onChosen={onClose} />
    </Drawer>
  )
}
