import { NativeSelect, Text } from '@mantine/core'
import type { FormField, Place } from '#survey/builder/form-place.ts'
import {
  applyList,
  detachFromList,
  listsOf,
  renameList,
  type SharedList,
  shareOptions,
} from '#survey/builder/shared-lists.ts'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder, useBuilderState } from './builder.ts'
import { nameAt } from './places.ts'
import { UniqueNameInput } from './unique-name-input.tsx'

const own = 'own'
const shared = 'shared'
/** Prefix of list names in the select; separates them from the other values. */
const listed = 'list:'

/** Chooses between the field's own options and a shared list. */
export function SharedListChoice({ field, at }: { field: FormField; at: Place }) {
  const builder = useBuilder()
  const { form } = useBuilderState().history.now
  const lists = listsOf(form)
  const list = field.list === undefined ? undefined : lists.get(field.list)
  const put = (to: string) => {
    // Not `at`: it may still be the old place just after a move.
    const { at: now } = builder
    if (to === own) builder.change(detachFromList(builder.form, now))
    else if (to === shared) builder.change(shareOptions(builder.form, now))
    else {
      const name = to.slice(listed.length)
      const notice = t('builder.listTaken', { name })
      builder.edit({ form: applyList(builder.form, now, name), at: now }, { notice })
    }
  }
  return (
    <>
      <NativeSelect
        label={t('builder.optionsOf')}
        data={[
          { value: own, label: t('builder.optionsOwn') },
          ...[...lists.values()].map(({ name, places }) => ({
            value: `${listed}${name}`,
            label: t('builder.optionsShared', { name, count: places.length }),
          })),
          ...(list ? [] : [{ value: shared, label: t('builder.optionsShare') }]),
        ]}
        value={list ? `${listed}${list.name}` : own}
        onChange={(event) => put(event.currentTarget.value)}
        mb="xs"
      />
      {list && <ListLine key={list.name} list={list} at={at} />}
    </>
  )
}

/** Renames the shared list and names the other fields that use it. */
function ListLine({ list, at }: { list: SharedList; at: Place }) {
  const builder = useBuilder()
  const others = list.places.filter(({ section, field }) => section !== at.section || field !== at.field)
  const names = others.slice(0, namedOthers).map((place) => nameAt(builder.form, place))
  return (
    <>
      <UniqueNameInput
        label={t('builder.listName')}
        value={list.name}
        isUsed={(name) => listsOf(builder.form).has(name)}
        usedError={(name) => t('builder.listTwice', { name })}
        onRename={(name) => builder.change(renameList(builder.form, list.name, name))}
      />
      <Text size="sm" c="dimmed" my="xs">
        {others.length === 0
          ? t('builder.listAlone')
          : t('builder.listAlso', { names: names.join(', '), more: others.length - names.length })}
      </Text>
    </>
  )
}

const namedOthers = 5
