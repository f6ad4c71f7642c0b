import { Button, Group } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import type { Found } from './use-user-search.ts'

/** Id, names and type of one account, and nothing else. */
export function FoundDialog({ found, onClose }: { found: Found; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('admin.viewTitle')}>
      <Facts
        facts={[
          [t('admin.columnId'), found.id],
          [t('admin.columnFirst'), found.attributes.first_name],
          [t('admin.columnLast'), found.attributes.last_name],
          [t('admin.type'), found.type],
        ]}
      />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}
