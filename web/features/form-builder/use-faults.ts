import { createContext, use } from 'react'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { type FormFault, faultMessage, formFaults } from '#survey/form-faults.ts'
import { t } from '#web/lib/language/translate.ts'

export interface Faults {
  readonly all: readonly FormFault[]
  /** Messages by place and property. */
  readonly at: ReadonlyMap<string, string>
}

export const FaultsContext = createContext<Faults>({ all: [], at: new Map() })

export function faultsIn(form: FormDocument): Faults {
  const all = formFaults(form)
  const at = new Map<string, string>()
  for (const fault of all) {
    const words = t(...faultMessage(fault))
    const own = keyOf(fault.section, fault.field, fault.property)
    at.set(own, at.get(own) ?? words)
    if (fault.field !== null) at.set(keyOf(fault.section, fault.field, ''), words)
    at.set(keyOf(fault.section, null, ''), words)
  }
  return { all, at }
}

/** The first fault message of a property; '' matches any fault at or inside the place. */
export function useFault(section: number | null, field: number | null, property: string): string | null {
  return use(FaultsContext).at.get(keyOf(section, field, property)) ?? null
}

function keyOf(section: number | null, field: number | null, property: string): string {
  return `${section} ${field} ${property}`
}
