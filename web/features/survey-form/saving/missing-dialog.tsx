import { Button, Group, Text } from '@mantine/core'
import type { Place } from '#survey/mandatory.ts'
import { placeNameOf } from '#survey/numbering.ts'
import type { Violation } from '#survey/violations.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './missing-dialog.module.css'

interface Props {
  readonly missing: readonly Place[]
  readonly broken: readonly Violation[]
  readonly onClose: () => void
}

/** Every empty mandatory field and every answer that breaks a rule by section, each a link that leads into it. */
export function MissingDialog({ missing, broken, onClose }: Props) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(missing.length > 0 ? 'surveys.fillMandatory' : 'expressions.rulesBroken')}
    >
      <Places lead={t('form.missingLead')} places={missing} onFollowed={onClose} />
      <Places lead={t('expressions.rulesBrokenLead')} places={broken} onFollowed={onClose} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}

interface PlacesProps {
  readonly lead: string
  readonly places: readonly (Place & Partial<Violation>)[]
  readonly onFollowed: () => void
}

function Places({ lead, places, onFollowed }: PlacesProps) {
  const { survey } = useDraft()
  if (places.length === 0) return null
  const groups = [...Map.groupBy(places, ({ subSection }) => subSection.id).values()]
  return (
    <>
      <Text mb="sm">{lead}</Text>
      {groups.map((group) => {
        const [first] = group
        if (!first) return null
        const to = formPath(survey.template.id, survey.id, first.section.id, first.subSection.id)
        return (
          <div key={first.subSection.id} className={classes.group}>
            <h3 className={classes.name}>{placeNameOf(first.section, first.subSection)}</h3>
            <ul className={classes.list}>
              {group.map(({ answer, message }) => (
                <li key={answer.id}>
                  <Link className={classes.link} to={to} state={{ field: answer.id }} onClick={onFollowed}>
                    {message === undefined ? answer.field.name : `${answer.field.name}: ${message}`}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}
