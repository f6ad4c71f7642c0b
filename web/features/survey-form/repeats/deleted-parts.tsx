import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { DeletedDialog } from './deleted-dialog.tsx'
import classes from './deleted-parts.module.css'
import { useDeletedParts } from './use-deleted-parts.ts'

/** Opens the list of deleted sub-sections, if the section has any. */
export function DeletedParts({ sectionId }: { sectionId: string }) {
  const deleted = useDeletedParts(sectionId)
  const [opened, { open, close }] = useDisclosure(false)
  const count = deleted.parts.length
  if (count === 0 && !opened) return null
  return (
    <div className={classes.open}>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconHistory size={18} aria-hidden />}
        onClick={() => {
          deleted.read()
          open()
        }}
      >
        {t('form.deletedParts', { count })}
      </Button>
      {opened && <DeletedDialog sectionId={sectionId} deleted={deleted} onClose={close} />}
    </div>
  )
}
