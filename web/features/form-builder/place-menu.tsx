import { ActionIcon, Button, Group, Menu, NativeSelect } from '@mantine/core'
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
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Builder, useBuilder, useIsReadOnly } from './builder.ts'
import { moveBy, moveTo, nameAt } from './places.ts'

const words = {
  showIf: 'builder.useShowIf',
  conditions: 'builder.useConditions',
  requiredIf: 'builder.useRequiredIf',
  defaultExpression: 'builder.useDefault',
  label: 'builder.useLabel',
  constraint: 'builder.useConstraint',
  calculation: 'builder.useCalculation',
  choiceFilter: 'builder.useChoiceFilter',
} as const

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

function MoveDialog({ at, onClose }: { at: Place; onClose: () => void }) {
  const builder = useBuilder()
  const { sections } = builder.form
  const [to, setTo] = useState(String(at.section))
  const data = sections.map((_, section) => ({
    value: String(section),
    label: nameAt(builder.form, { section, field: null }),
  }))
  return (
    <Dialog opened onClose={onClose} title={t('builder.moveTitle')}>
      <NativeSelect
        label={t('builder.toSection')}
        data={data}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={to === String(at.section)}
          onClick={() => {
            onClose()
            moveTo(builder, at, Number(to))
          }}
        >
          {t('builder.move')}
        </Button>
      </Group>
    </Dialog>
  )
}

interface DeleteQuestionProps {
  readonly at: Place
  readonly uses: readonly Use[]
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Confirms a deletion and names the rules that refer to the deleted field. */
function DeleteQuestion({ at, uses, onClose, onConfirm }: DeleteQuestionProps) {
  const { form } = useBuilder()
  return (
    <ConfirmDialog
      opened
      danger
      title={t('builder.deleteTitle', { name: nameAt(form, at) })}
      text={t('builder.deleteUses')}
      confirm={t('builder.delete')}
      cancel={t('common.cancel')}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <ul>
        {uses.map((use) => (
          <li key={`${use.at.section} ${use.at.field} ${use.property}`}>
            {t(words[use.property], { name: nameAt(form, use.at) })}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
