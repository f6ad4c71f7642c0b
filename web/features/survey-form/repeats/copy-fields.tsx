import { Button, Checkbox, CheckboxGroup, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type CopySelection, copyable, lastFilled } from '#survey/edit/copy-from-last.ts'
import { asText, filesOf } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import { clearCopy, copyIntoNewest } from '#web/offline/draft/copy-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDraft } from '../draft-context.ts'
import classes from './copy-from-last.module.css'

interface Props {
  readonly sectionId: string
  readonly from: string
  readonly onClose: () => void
}

/** Selects what to copy: each value, shown as in the source, and its photos and videos separately. */
export function CopyFields({ sectionId, from, onClose }: Props) {
  const draft = useDraft()
  const [choices] = useState(() => choicesOf(draft.survey.sections.find(({ id }) => id === sectionId)))
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    choices.filter(({ ticked }) => ticked).map(({ id }) => id),
  )
  const [busy, setBusy] = useState(false)

  async function apply() {
    setBusy(true)
    await clearCopy(draft, sectionId, chosen(choices.filter(({ id }) => !ticked.includes(id))))
    await copyIntoNewest(draft, sectionId, chosen(choices.filter(({ id }) => ticked.includes(id))))
    onClose()
  }

  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('form.copyChoose')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('form.copyChooseText')}
      </Text>
      <CheckboxGroup value={[...ticked]} onChange={setTicked} aria-label={t('form.copyChoose')}>
        <ul className={classes.fields}>
          {choices.map(({ id, name, value }) => (
            <li key={id}>
              <Checkbox size="md" value={id} label={name} description={value} />
            </li>
          ))}
        </ul>
      </CheckboxGroup>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void apply()} loading={busy} aria-label={`${t('form.copyApply')}: ${from}`}>
          {t('form.copyApply')}
        </Button>
      </Group>
    </Dialog>
  )
}

interface Choice {
  /** The answer's id for a value; with a suffix for its photos and videos. */
  readonly id: string
  readonly answer: string
  readonly what: keyof CopySelection
  readonly name: string
  readonly value: string
  readonly ticked: boolean
}

function chosen(choices: readonly Choice[]): CopySelection {
  const of = (what: keyof CopySelection) =>
    new Set(choices.filter((one) => one.what === what).map(({ answer }) => answer))
  return { values: of('values'), files: of('files') }
}

function choicesOf(section: Parameters<typeof copyable>[0] | undefined): readonly Choice[] {
  const source = section && lastFilled(section)
  if (!section || !source) return []
  return copyable(section).flatMap((answer): Choice[] => {
    const original = source.answers.find(({ field }) => field.id === answer.field.id)
    const { name } = answer.field
    const isFiles = filesOf(answer.field) !== null
    const text = original && !isFiles ? asText(original) : ''
    const count = original?.media.length ?? 0
    const value: Choice = {
      id: answer.id,
      answer: answer.id,
      what: 'values',
      name,
      value: text,
      ticked: answer.copiedFrom !== null,
    }
    const files: Choice = {
      id: `${answer.id}/files`,
      answer: answer.id,
      what: 'files',
      name: isFiles ? name : t('form.copyFilesOf', { name }),
      value: t('form.copyFiles', { count }),
      ticked: answer.media.some(({ copiedFrom }) => copiedFrom !== null),
    }
    return [...(text === '' ? [] : [value]), ...(count === 0 ? [] : [files])]
  })
}
