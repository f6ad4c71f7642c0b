import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { asText } from '#survey/fields/registry.ts'
import { missingInSection } from '#survey/mandatory.ts'
import { subSectionName } from '#survey/numbering.ts'
import type { Section } from '#survey/survey.ts'
import { say } from '#web/lib/say.ts'
import { removePart } from '#web/offline/draft-actions.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyFromLast } from './copy-from-last.tsx'
import { useDraft, useSection } from './draft-context.ts'
import { FieldList } from './field-list.tsx'
import classes from './repeated-part.module.css'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  readonly index: number
  readonly opened: boolean
  readonly onToggle: () => void
}

/** '<section> 2' with what names it, and its fields while it is open. */
export function RepeatedPart({ sectionId, subSectionId, index, opened, onToggle }: Props) {
  const [asking, { open: ask, close }] = useDisclosure(false)
  const draft = useDraft()
  const section = useSection(sectionId)
  if (!section) return null
  const name = subSectionName(section, index)
  const missing = missingInSection(section).filter(({ subSection }) => subSection.id === subSectionId).length
  return (
    <div className={classes.part} data-opened={opened} id={`part-${subSectionId}`}>
      <h3 className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={`fields-${subSectionId}`}
          onClick={onToggle}
        >
          <IconChevronDown size={20} aria-hidden className={classes.chevron ?? ''} />
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.hint}>
              {[
                hintOf(section, subSectionId),
                missing > 0 ? say('form.missingCount', { count: missing }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </button>
        <ActionIcon
          color="gray"
          aria-label={say('form.remove', { name })}
          title={say('form.remove', { name })}
          onClick={ask}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </h3>
      <div id={`fields-${subSectionId}`} className={classes.body} hidden={!opened}>
        {opened &&
          section.definition.copyFromLastFilled &&
          section.subSections.at(-1)?.id === subSectionId && (
            <CopyFromLast sectionId={sectionId} subSectionId={subSectionId} />
          )}
        {opened && <FieldList sectionId={sectionId} subSectionId={subSectionId} />}
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        onConfirm={() => {
          close()
          removePart(draft, { section: sectionId, subSection: subSectionId })
        }}
        title={say('form.remove', { name })}
        text={say('form.removeConfirm', { name })}
        danger
      />
    </div>
  )
}

/** The first answer that says something tells them apart: the name of the building, the number of the unit. */
function hintOf(section: Section, subSectionId: string): string {
  const part = section.subSections.find(({ id }) => id === subSectionId)
  const telling = part?.answers.find(
    (answer) => ['text', 'numeric'].includes(answer.field.type) && asText(answer) !== '',
  )
  return telling ? asText(telling) : ''
}
