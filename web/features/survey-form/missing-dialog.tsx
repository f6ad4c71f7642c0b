import { Button, Group, Modal, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Place } from '#survey/mandatory.ts'
import { nameOf } from '#survey/numbering.ts'
import { say } from '#web/lib/say.ts'
import { useDraft } from './draft-context.ts'
import { formPath } from './form-params.ts'
import classes from './missing-dialog.module.css'

/** Every empty mandatory field by section, each a link that leads into it. */
export function MissingDialog({ missing, onClose }: { missing: readonly Place[]; onClose: () => void }) {
  const { survey } = useDraft()
  const groups = [...Map.groupBy(missing, ({ subSection }) => subSection.id).values()]
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('surveys.fillMandatory')}
      closeButtonProps={{ 'aria-label': say('common.close') }}
      returnFocus={false}
    >
      <Text mb="sm">{say('form.missingLead')}</Text>
      {groups.map((places) => {
        const [first] = places
        if (!first) return null
        const to = formPath(survey.template.id, survey.id, first.section.id, first.subSection.id)
        return (
          <div key={first.subSection.id} className={classes.group}>
            <h3 className={classes.name}>{nameOf(first.section, first.subSection)}</h3>
            <ul className={classes.list}>
              {places.map(({ answer }) => (
                <li key={answer.id}>
                  <Link className={classes.link} to={to} state={{ field: answer.id }} onClick={onClose}>
                    {answer.field.name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {say('common.close')}
        </Button>
      </Group>
    </Modal>
  )
}
