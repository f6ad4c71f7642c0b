import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { copyable, holdsCopy, lastFilled } from '#survey/edit/copy-from-last.ts'
import { asText } from '#survey/fields/registry.ts'
import { say } from '#web/lib/say.ts'
import { clearCopy, copyIntoNewest } from '#web/offline/draft/copy-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './copy-from-last.module.css'
import { useDraft } from './draft-context.ts'

interface Props {
  readonly sectionId: string
  readonly from: string
  readonly onClose: () => void
}

/** Which fields are copied: each with what the source says. */
export function CopyFields({ sectionId, from, onClose }: Props) {
  const draft = useDraft()
  const [choices] = useState(() => choicesOf(draft.survey.sections.find(({ id }) => id === sectionId)))
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    choices.filter(({ held }) => held).map(({ id }) => id),
  )
  const [busy, setBusy] = useState(false)

  async function apply() {
    setBusy(true)
    const left = new Set(choices.map(({ id }) => id).filter((id) => !ticked.includes(id)))
    await clearCopy(draft, sectionId, left)
    await copyIntoNewest(draft, sectionId, left)
    onClose()
  }

  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={say('form.copyChoose')}>
      <Text size="sm" c="dimmed" mb="md">
        {say('form.copyChooseText')}
      </Text>
      <Checkbox.Group value={[...ticked]} onChange={setTicked} aria-label={say('form.copyChoose')}>
        <ul className={classes.fields}>
          {choices.map(({ id, name, value }) => (
            <li key={id}>
              <Checkbox size="md" value={id} label={name} description={value} />
            </li>
          ))}
        </ul>
      </Checkbox.Group>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {say('common.cancel')}
        </Button>
        <Button onClick={() => void apply()} loading={busy} aria-label={`${say('form.copyApply')}: ${from}`}>
          {say('form.copyApply')}
        </Button>
      </Group>
    </Dialog>
  )
}

interface Choice {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly held: boolean
}

function choicesOf(section: Parameters<typeof copyable>[0] | undefined): readonly Choice[] {
  const source = section && lastFilled(section)
  if (!section || !source) return []
  return copyable(section).map((answer) => {
    const original = source.answers.find(({ field }) => field.id === answer.field.id)
    const count = original?.media.length ?? 0
    const value = [original ? asText(original) : '', count > 0 ? say('form.copyFiles', { count }) : '']
    return {
      id: answer.id,
      name: answer.field.name,
      value: value.filter(Boolean).join(' · '),
      held: holdsCopy(answer),
    }
  })
}
