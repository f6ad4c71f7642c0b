import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { FormSection, Place } from '#survey/builder/form-place.ts'
import {
  addCondition,
  assignCondition,
  changeCondition,
  removeCondition,
  renameCondition,
  type SharedCondition,
} from '#survey/builder/shared-conditions.ts'
import { storedText, t } from '#web/lib/language/translate.ts'
import { useBuilder } from './builder.ts'
import classes from './options-editor.module.css'
import { RuleEditor } from './rule-editor.tsx'
import { UniqueNameInput } from './unique-name-input.tsx'
import { useFault } from './use-faults.ts'

interface Props {
  readonly section: FormSection
  readonly at: Place
}

/** Edits the conditions that several fields of the section share. */
export function SharedConditions({ section, at }: Props) {
  const builder = useBuilder()
  const { conditions = [] } = section
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('builder.sharedConditions')}</legend>
      <Text size="sm" c="dimmed" mb="xs">
        {t('builder.sharedConditionsHint')}
      </Text>
      <Stack gap="md">
        {conditions.map((condition, index) => (
          <OneCondition
            key={keyOf(index, conditions.length)}
            condition={condition}
            index={index}
            section={section}
            at={at}
          />
        ))}
      </Stack>
      {conditions.length < limits.formConditionsMax && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => {
            const name = storedText('builder.newCondition', { number: conditions.length + 1 })
            builder.change(addCondition(builder.form, at.section, name))
          }}
        >
          {t('builder.addSharedCondition')}
        </Button>
      )}
    </fieldset>
  )
}

interface OneProps extends Props {
  readonly condition: SharedCondition
  readonly index: number
}

function OneCondition({ condition, index, section, at }: OneProps) {
  const builder = useBuilder()
  const fault = useFault(at.section, null, `conditions.${index}`)
  const first = section.fields.findIndex(({ condition: named }) => named === condition.name)
  // Offers the fields that its first follower may depend on, nearest first.
  const place = { section: at.section, field: first < 0 ? section.fields.length : first }
  return (
    <Stack gap="xs" role="group" aria-label={condition.name}>
      <UniqueNameInput
        label={t('builder.conditionName')}
        value={condition.name}
        isUsed={(name) => (section.conditions ?? []).some((one) => one.name === name)}
        usedError={(name) => t('builder.conditionTwice', { name })}
        onRename={(name) => builder.change(renameCondition(builder.form, at.section, index, name))}
      />
      <Followers condition={condition} section={section} at={at} />
      <RuleEditor
        label={t('builder.sharedShowIf')}
        none={t('builder.always')}
        at={place}
        value={condition.showIf}
        fault={fault}
        onChange={(showIf, group) =>
          builder.change(
            changeCondition(builder.form, at.section, index, showIf),
            group && `condition ${at.section} ${index} ${group}`,
          )
        }
      />
      <Button
        variant="subtle"
        color="gray"
        onClick={() => builder.change(removeCondition(builder.form, at.section, index))}
      >
        {t('builder.removeSharedCondition', { name: condition.name })}
      </Button>
    </Stack>
  )
}

/** The fields that follow a condition. Renders the list only while it is open: a section may have 2,000. */
function Followers({ condition: { name }, section, at }: Props & { readonly condition: SharedCondition }) {
  const builder = useBuilder()
  const [isOpen, setOpen] = useState(false)
  const following = new Set(
    section.fields.flatMap(({ condition }, place) => (condition === name ? [place] : [])),
  )
  return (
    <details className={classes.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('builder.conditionFields', { count: following.size })}</summary>
      {isOpen &&
        section.fields.map((field, place) => (
          <Checkbox
            key={field.key}
            label={field.name || t('builder.unnamed')}
            checked={following.has(place)}
            onChange={() => {
              const now = new Set(following)
              if (!now.delete(place)) now.add(place)
              builder.change(assignCondition(builder.form, at.section, name, now))
            }}
          />
        ))}
    </details>
  )
}

/** Uses the place, because names change. After a deletion the others render again. */
function keyOf(index: number, count: number): string {
  return `${index}/${count}`
}
