import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconCopy,
  IconDotsVertical,
  IconTrash,
} from '@tabler/icons-react'
import { memo, useState } from 'react'
import { duplicateField, removeField } from '#survey/builder/edit-fields.ts'
import { duplicateSection, removeSection } from '#survey/builder/edit-sections.ts'
import { type Use, usesOf } from '#survey/builder/field-uses.ts'
import type { Place } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { type Builder, useBuilder, useIsReadOnly } from './builder.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { moveBy, nameAt } from './places.ts'

interface Props {
  readonly at: Place
  readonly name: string
}

/** Actions on a field or section. The menu mounts on first open, since a section can have hundreds. */
export const PlaceMenu = memo(function PlaceMenu({ at, name }: Props) {
  const [wanted, setWanted] = useState(false)
  const looksOn = useIsReadOnly()
  if (looksOn) return null
  if (wanted) return <WantedMenu at={at} name={name} />
  return (
    <ActionIcon
      color="gray"
      aria-label={t('builder.more', { name: name || t('builder.unnamed') })}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <IconDotsVertical aria-hidden />
    </ActionIcon>
  )
})

function WantedMenu({ at, name }: Props) {
  const builder = useBuilder()
  const [uses, setUses] = useState<readonly Use[] | null>(null)
  const [moving, setMoving] = useState(false)
  const [opened, setOpened] = useState(true)
  useLayer(opened, () => setOpened(false))
  const remove = () => {
    const found = usesOf(builder.form, at)
    if (found.length > 0) setUses(found)
    else removeAt(builder, at)
  }
  return (
    <>
      <Menu position="bottom-end" keepMounted={false} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ActionIcon color="gray" aria-label={t('builder.more', { name: name || t('builder.unnamed') })}>
            <IconDotsVertical aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            mih={44}
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => duplicate(builder, at)}
          >
            {t('builder.duplicate')}
          </Menu.Item>
          <Menu.Item
            mih={44}
            leftSection={<IconArrowUp size={18} aria-hidden />}
            onClick={() => moveBy(builder, at, -1)}
          >
            {t('builder.moveUp')}
          </Menu.Item>
          <Menu.Item
            mih={44}
            leftSection={<IconArrowDown size={18} aria-hidden />}
            onClick={() => moveBy(builder, at, 1)}
          >
            {t('builder.moveDown')}
          </Menu.Item>
          {at.field !== null && (
            <Menu.Item
              mih={44}
              leftSection={<IconArrowRight size={18} aria-hidden />}
              onClick={() => setMoving(true)}
            >
              {t('builder.moveTo')}
            </Menu.Item>
          )}
          <Menu.Item mih={44} color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
            {t('builder.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {moving && <MoveDialog at={at} onClose={() => setMoving(false)} />}
      {uses && (
        <DeleteQuestion
          at={at}
          uses={uses}
          onClose={() => setUses(null)}
          onConfirm={() => {
            setUses(null)
            removeAt(builder, at)
          }}
        />
      )}
    </>
  )
}

function duplicate(builder: Builder, at: Place): void {
  const { form } = builder
  const announced = t('builder.duplicated', { name: nameAt(form, at) })
  const made = at.field === null ? duplicateSection(form, at.section) : duplicateField(form, at)
  builder.edit(made, { announced, focus: true })
}

function removeAt(builder: Builder, at: Place): void {
  const { form } = builder
  const notice = t('builder.deleted', { name: nameAt(form, at) })
  builder.edit(at.field === null ? removeSection(form, at.section) : removeField(form, at), {
    notice,
    focus: true,
  })
}
