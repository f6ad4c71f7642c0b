import { useMemo } from 'react'
import { ExportDialog } from '#web/features/exports/export-dialog.tsx'
import { filterDate, ownTimeZone } from '#web/lib/language/format.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { deviceFilter, type Filters, filterOnDevice, matchingSurveys } from './filters.ts'

interface Props {
  filters: Filters
  /** As shown above the list. */
  count: number
  onClose: () => void
}

/** Exports everything that the list's filters select, on all of its pages. */
export function ExportFiltered({ filters, count, onClose }: Props) {
  const list = useDeviceList(useSession()?.userId ?? '')
  const scope = useMemo(() => {
    const { search, from, to, state, template, creator, address } = filters
    const known = matchingSurveys(list?.surveys ?? [], deviceFilter(filters, ownTimeZone()))
    const surveys = filterOnDevice(known, filters)
    // The server has no such filters, so the surveys are named.
    const isNamed = template !== '' || creator !== '' || address.trim() !== ''
    const filter = {
      ...(search.trim() && { search_query: search.trim() }),
      ...(from && to && { start_date: filterDate(from), end_date: filterDate(to) }),
      ...(state && { status: state }),
    }
    return { name: null, count, filter: isNamed ? null : filter, surveys }
  }, [filters, count, list])
  return <ExportDialog scope={scope} onClose={onClose} />
}
