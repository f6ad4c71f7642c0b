import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useBuilderValue } from './builder.ts'
import { FaultsContext, faultsIn } from './use-faults.ts'

/** Faults are looked for when typing rests: in a large template that takes longer than the next letter may wait. */
export function FaultsProvider({ children }: { children: ReactNode }) {
  const form = useBuilderValue(({ history }) => history.now.form)
  const [still] = useDebouncedValue(form, limits.searchDebounce)
  const [found, setFound] = useState(() => ({ of: form, faults: faultsIn(form) }))
  useEffect(() => {
    setFound((known) => {
      if (known.of === still) return known
      const faults = faultsIn(still)
      // Whoever shows faults is drawn again only where there are others.
      const same = JSON.stringify(faults.all) === JSON.stringify(known.faults.all)
      return { of: still, faults: same ? known.faults : faults }
    })
  }, [still])
  return <FaultsContext value={found.faults}>{children}</FaultsContext>
}
