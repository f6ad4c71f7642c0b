import { Button, Group } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import type { Found } from './use-user-search.ts'

/** Id, names and type of one account; no more (spec §3). */
export function FoundDialog({ found, onClose }: { found: Found; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={say('admin.viewTitle')}>
      <Facts
        facts={[
          [say('admin.columnId'), found.id],
          [say('admin.columnFirst'), found.attributes.first_name],
          [say('admin.columnLast'), found.attributes.last_name],
          [say('admin.type'), found.type],
        ]}
      />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {say('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}
