import { Button, Menu } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oftenUsedFields } from '#contract/templates/custom-forms.ts'
import { addField } from '#survey/builder/edit-fields.ts'
import { type FormField, type FormSection, type Place, sectionAt } from '#survey/builder/form-place.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { useBuilder, useBuilderValue } from './builder.ts'

/** Suggests fields that the account uses in several templates and this section lacks, if there are any. */
export function FrequentFields({ at }: { readonly at: Place }) {
  const builder = useBuilder()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...reading(oftenUsedFields, {}), staleTime: fresh, retry: false })
  useLayer(opened, () => setOpened(false))
  const there = useBuilderValue(({ history }) => placesOf(data?.data ?? [], sectionAt(history.now.form, at)))
  if (there === '') return null
  const offered = there.split(' ').flatMap((place) => data?.data[Number(place)] ?? [])
  const add = ({ key: _, ...field }: FormField) => {
    const announced = t('builder.added', { count: 1 })
    builder.edit(addField(builder.form, at, field), { announced, focus: true })
  }
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="top-end"
      width="min(22rem, calc(100vw - 2rem))"
      returnFocus={false}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={<IconStar size={18} aria-hidden />}
          title={t('builder.oftenUsedLabel')}
        >
          {t('builder.oftenUsed')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="50dvh" style={{ overflowY: 'auto' }}>
        {offered.map((field) => (
          <Menu.Item
            key={`${field.type} ${field.key}`}
            mih={44}
            style={{ overflowWrap: 'anywhere' }}
            onClick={() => add(field)}
          >
            {t('builder.oftenUsedField', { name: field.name, type: t(`builder.type_${field.type}`) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Indexes of the missing suggestions as a string, so other renames don't cause a render. */
function placesOf(often: readonly FormField[], section: FormSection | undefined): string {
  const has = new Set(section?.fields.map(({ name }) => name.toLowerCase()))
  return often.flatMap(({ name }, place) => (has.has(name.toLowerCase()) ? [] : [place])).join(' ')
}

/** Milliseconds; frequently used fields change slowly. */
const fresh = 10 * 60_000
