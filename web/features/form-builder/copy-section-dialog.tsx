import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { listForms, readForm } from '#contract/templates/custom-forms.ts'
import { insertSection } from '#survey/builder/edit-sections.ts'
import type { FormSection } from '#survey/builder/form-place.ts'
import { outsideKeys } from '#survey/builder/reuse-section.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useBuilder } from './builder.ts'
import classes from './copy-section-dialog.module.css'

/** Milliseconds after the last keystroke before searching. */
const pause = 250

interface From {
  readonly id: string
  readonly name: string
}

/** Copies a section of another template, with its fields and rules. */
export function CopySectionDialog({ onClose }: { onClose: () => void }) {
  const builder = useBuilder()
  const [from, setFrom] = useState<From | null>(null)
  const [search, setSearch] = useState('')
  const copySection = (section: FormSection) => {
    if (!from) return
    const { form, at } = builder
    const last = form.sections.length - 1
    const after = at.section < 0 ? last : Math.min(at.section, last)
    const name = section.name || t('builder.unnamed')
    const notice = t('builder.takenOver', { name, template: from.name })
    onClose()
    builder.edit(insertSection(form, after, section), { notice, focus: true })
  }
  return (
    <Dialog opened onClose={onClose} title={from?.name ?? t('builder.takeOverTitle')}>
      {from ? (
        <Sections from={from} onTake={copySection} onBack={() => setFrom(null)} />
      ) : (
        <Templates search={search} onSearch={setSearch} onChoose={setFrom} />
      )}
    </Dialog>
  )
}

interface TemplatesProps {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onChoose: (from: From) => void
}

function Templates({ search, onSearch, onChoose }: TemplatesProps) {
  const { id = '' } = useParams()
  const [searched] = useDebouncedValue(search, pause)
  const query = { search_query: searched, page: '1', per_page: String(limits.listPageSizeMax) }
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(listForms, { query }),
    placeholderData: keepPreviousData,
  })
  const others = data?.data.filter((form) => form.id !== id)
  return (
    <Stack gap="sm">
      <TextInput
        label={t('builder.takeOverSearch')}
        leftSection={<IconSearch size={18} aria-hidden />}
        type="search"
        value={search}
        maxLength={limits.searchMax}
        onChange={(event) => onSearch(event.currentTarget.value)}
        data-autofocus
      />
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!others && !error && <Rows />}
      {others?.length === 0 && <Text role="status">{t('builder.takeOverNone')}</Text>}
      {others && (
        <ul className={classes.rows}>
          {others.map(({ id: other, attributes: { name, sections } }) => (
            <li key={other}>
              <button
                type="button"
                className={classes.row}
                onClick={() => onChoose({ id: other, name: name || t('builder.unnamed') })}
              >
                {name || t('builder.unnamed')}
                <span className={classes.detail}>{t('builder.sectionCount', { count: sections })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {data && data.meta.total_pages > 1 && (
        <Text size="sm" c="dimmed">
          {t('builder.takeOverMore')}
        </Text>
      )}
    </Stack>
  )
}

interface SectionsProps {
  readonly from: From
  readonly onTake: (section: FormSection) => void
  readonly onBack: () => void
}

function Sections({ from: { id }, onTake, onBack }: SectionsProps) {
  const { data, error, refetch, isFetching } = useQuery(reading(readForm, { params: { id } }))
  const sections = data?.data.attributes.form.sections
  return (
    <Stack gap="sm">
      <Button
        variant="subtle"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onBack}
        style={{ alignSelf: 'start' }}
        data-autofocus
        autoFocus
      >
        {t('builder.takeOverBack')}
      </Button>
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!sections && !error && <Rows />}
      {sections?.length === 0 && <Text role="status">{t('builder.takeOverEmpty')}</Text>}
      {sections && (
        <ul className={classes.rows}>
          {sections.map((section, index) => (
            <li key={rowKey(index)}>
              <SectionButton section={section} onTake={onTake} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

function SectionButton({ section, onTake }: { section: FormSection; onTake: SectionsProps['onTake'] }) {
  const outside = outsideKeys(section)
  return (
    <button type="button" className={classes.row} onClick={() => onTake(section)}>
      {section.name || t('builder.unnamed')}
      <span className={classes.detail}>{t('builder.fieldCount', { count: section.fields.length })}</span>
      {outside.length > 0 && (
        <span className={classes.detail}>
          {t('builder.looksOutside', { keys: outside.slice(0, 5).join(', ') })}
        </span>
      )}
    </button>
  )
}

function Rows() {
  return (
    <div className={classes.rows} role="status" aria-label={t('common.loading')}>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} height={56} radius="md" />
      ))}
    </div>
  )
}

/** By position: keys may be missing or duplicated in a draft. */
function rowKey(place: number): string {
  return `row-${place}`
}
