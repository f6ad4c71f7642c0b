import { Button, Center, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconClipboardList, IconSearchOff, IconTableExport, IconTrash } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useWideList } from '#web/lib/page/use-wide-list.ts'
import { useSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListLine } from '#web/ui/list-line.tsx'
import { LoadingState } from '#web/ui/loading-state.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Part } from '#web/ui/part.tsx'
import { StaleDataNotice } from '#web/ui/stale-data-notice.tsx'
import { type Filters, isFiltering, noFilters, pageBefore } from './filters.ts'
import { isOwn } from './is-own.ts'
import { type ManyAction, ManyDialogs } from './many/many-dialogs.tsx'
import { SelectionBar } from './many/selection-bar.tsx'
import { type Selection, useSelection } from './many/use-selection.ts'
import { SampleOffer } from './sample-offer.tsx'
import type { Chosen } from './survey-actions.tsx'
import { SurveyCards } from './survey-cards.tsx'
import classes from './survey-list.module.css'
import { SurveyTable } from './survey-table.tsx'
import type { ChangeFilters } from './use-filters.ts'
import { type History, useHistory } from './use-history.ts'

const { View: ExportFiltered } = lazyPart(async () => (await import('./export-filtered.tsx')).ExportFiltered)

/** The list's last state, while the app is open. */
let left: Place | null = null

interface Props {
  filters: Filters
  onFilters: ChangeFilters
  onCreate: () => void
  onChoose: (chosen: Chosen) => void
}

/** The filtered list of surveys: loading, failed, empty, or a page. */
export function SurveyHistory(props: Props) {
  const account = useSession()?.userId ?? ''
  const history = useHistory(account, props.filters)
  const selection = useSelection()
  const [many, setMany] = useState<ManyAction | null>(null)
  const [exporting, setExporting] = useState(false)
  const { place, wide } = useWideList()
  useListPlace(account, history.page !== null)
  return (
    <div ref={place} data-list="wide" className={classes.place}>
      {history.page ? (
        <KnownHistory
          {...props}
          history={history}
          page={history.page}
          wide={wide}
          selection={selection}
          onMany={setMany}
          onExport={() => setExporting(true)}
        />
      ) : (
        <UnknownHistory {...history} wide={wide} />
      )}
      {/* Not rendered below an unknown list, where it would jump when the list appears. */}
      {(history.page ?? history.problem) && (
        <Group mt="lg">
          <DeletedLink />
          {!wide && history.page && history.page.count > 0 && (
            <ExportButton onClick={() => setExporting(true)} />
          )}
        </Group>
      )}
      {/* Outside the list, because the action may remove the last page. */}
      {many && <ManyDialogs action={many} selection={selection} onClose={() => setMany(null)} />}
      {exporting && (
        <ExportPart
          filters={props.filters}
          count={history.page?.count ?? 0}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}

function UnknownHistory({ problem, busy, retry, wide }: History & { wide: boolean }) {
  if (problem) return <ErrorState text={problem.message} onRetry={retry} busy={busy} />
  return <ListSkeleton wide={wide} />
}

interface KnownProps extends Props {
  history: History
  page: NonNullable<History['page']>
  wide: boolean
  selection: Selection
  onMany: (action: ManyAction) => void
  onExport: () => void
}

function KnownHistory(props: KnownProps) {
  const { filters, onFilters, onCreate, onChoose, history, page, wide, selection, onMany, onExport } = props
  const stepBack = page.surveys.length === 0 && filters.page > 1
  useEffect(() => {
    if (stepBack) onFilters({ page: pageBefore(filters.page, page.pages) }, { replace: true })
  }, [stepBack, page.pages, filters.page, onFilters])
  if (stepBack) return <ListSkeleton wide={wide} />
  // If the server rejected the request, surveys are not missing. If it is unreachable, the device's list is still
  // searched.
  const isRefused = history.problem !== null && !history.problem.unreached
  if (page.surveys.length === 0 && isRefused) return <UnknownHistory {...history} wide={wide} />
  const away = { ...history, never: t('history.unreachedNever') }
  if (page.surveys.length === 0) {
    return (
      <>
        <ListLine away={away} />
        {isFiltering(filters) ? (
          <NothingFound onClear={() => onFilters(noFilters)} />
        ) : (
          <NoneYet onCreate={onCreate} />
        )}
      </>
    )
  }
  const list = { surveys: page.surveys, cutOff: history.problem !== null, onChoose }
  return (
    <section aria-label={t('history.list')}>
      {wide ? (
        <div className={classes.count}>
          {selection.surveys.length === 0 ? (
            <Count filters={filters} page={page} />
          ) : (
            <SelectionBar selection={selection} onAction={onMany} />
          )}
          <Group gap="xs">
            <StaleDataNotice {...away} />
            {selection.surveys.length === 0 && <ExportButton onClick={onExport} />}
          </Group>
        </div>
      ) : (
        <ListLine away={away}>
          <Count filters={filters} page={page} />
        </ListLine>
      )}
      {wide ? (
        <SurveyTable
          {...list}
          sort={filters.sort}
          onSort={history.whole ? (sort) => onFilters({ sort }) : null}
          selection={selection}
        />
      ) : (
        <SurveyCards {...list} />
      )}
      {page.pages === 1 && !isFiltering(filters) && !page.surveys.some(isOwn) && (
        <Center mt="xl" c="dimmed">
          <SampleOffer />
        </Center>
      )}
      {page.pages >= limits.pagerFromPages && (
        <Pager total={page.pages} page={filters.page} onChange={(to) => onFilters({ page: to })} />
      )}
    </section>
  )
}

function Count({ filters, page }: Pick<KnownProps, 'filters' | 'page'>) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('history.count', { count: page.count })}
      {page.pages > 1 && <VisuallyHidden>, {t('common.page', { page: filters.page })}</VisuallyHidden>}
    </Text>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState text={t('surveys.nothingFound')} icon={<IconSearchOff size={40} stroke={1.5} aria-hidden />}>
      <Button variant="default" onClick={onClear}>
        {t('history.clearFilters')}
      </Button>
    </EmptyState>
  )
}

/** Placeholder rows or cards of the real size. */
function ListSkeleton({ wide }: { wide: boolean }) {
  const places = Array.from({ length: wide ? 10 : 6 }, (_, index) => index)
  return (
    <LoadingState>
      <Stack gap="xs" role="status" aria-label={t('common.loading')}>
        <Skeleton height={20} width={90} />
        <div className={wide ? classes.rows : classes.cards}>
          {places.map((place) => (
            <Skeleton key={place} height={wide ? 56 : 96} radius="lg" />
          ))}
        </div>
      </Stack>
    </LoadingState>
  )
}

/** Shown to users without surveys: create one, or open the sample. */
function NoneYet({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState text={t('surveys.noneFound')} icon={<IconClipboardList size={40} stroke={1.5} aria-hidden />}>
      <Button onClick={onCreate}>{t('history.create')}</Button>
      <SampleOffer />
    </EmptyState>
  )
}

/** Link to deleted surveys, which are stored for a while. */
function DeletedLink() {
  return (
    <Button
      component={Link}
      to="/dashboard/deleted"
      variant="subtle"
      leftSection={<IconTrash size={18} aria-hidden />}
    >
      {t('deleted.title')}
    </Button>
  )
}

function ExportButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      mih={44}
      leftSection={<IconTableExport size={18} aria-hidden />}
      onClick={onClick}
    >
      {t('exports.export')}
    </Button>
  )
}

function ExportPart(props: Parameters<typeof ExportFiltered>[0]) {
  return (
    <Part instead={<NoticeDialog opened onClose={props.onClose} text={t('common.network')} />}>
      <ExportFiltered {...props} />
    </Part>
  )
}

interface Place {
  readonly account: string
  /** The address's query: filters, order and page. */
  readonly search: string
  readonly top: number
}

/**
 * Restores filters, order, page and scroll position when the user returns to the list. Parameters in the address take
 * precedence. `drawn`: the rows are rendered.
 */
function useListPlace(account: string, drawn: boolean): void {
  const { pathname, search } = useLocation()
  // While another screen loads, the list is still mounted under that screen's address.
  const isHere = pathname === '/dashboard'
  const navigate = useNavigate()
  const [known] = useState(() => (left?.account === account ? left : null))
  const isPlain = search === ''
  const [pending, setPending] = useState(known !== null && (isPlain || known.search === search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on returning
  useEffect(() => {
    if (known && isPlain && known.search !== '') navigate(`/dashboard${known.search}`, { replace: true })
  }, [])
  useLayoutEffect(() => {
    if (!drawn || !pending || known?.search !== search) return
    setPending(false)
    window.scrollTo(0, known.top)
  }, [drawn, pending, known, search])
  useEffect(() => {
    const note = () => {
      left = { account, search, top: window.scrollY }
    }
    // Before the rows render, the page is short and its scroll position meaningless.
    if (pending || !isHere) return
    note()
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [account, search, pending, isHere])
}
