import { fold } from '#contract/rules/fold.ts'
import type { TemplateField } from './template.ts'

/** `unrated` is an answer outside the scale, such as 'N/A' or 'Not inspected'. */
export type ConditionGrade = 'good' | 'fair' | 'poor' | 'unrated'

/** The words of each grade in English and Spanish, as `fold` returns them. */
const words: Readonly<Record<ConditionGrade, string>> = {
  good: `excellent, very good, good, like new, new, pass, passed, ok, okay, satisfactory, acceptable, sound, clean, intact,
    excelente, muy bueno, muy buena, bueno, buena, bien, nuevo, nueva, como nuevo, como nueva, aprobado, aprobada,
    aceptable, satisfactorio, satisfactoria, limpio, limpia, intacto, intacta`,
  fair: `fair, average, moderate, marginal, worn, minor wear, monitor, needs attention, needs repair, needs cleaning,
    regular, medio, media, moderado, moderada, marginal, gastado, gastada, vigilar, necesita atencion,
    necesita reparacion, necesita limpieza`,
  poor: `poor, very poor, bad, damaged, broken, fail, failed, unsatisfactory, unacceptable, unsafe, critical, dirty,
    malo, mala, muy malo, muy mala, mal, danado, danada, roto, rota, fallo, reprobado, reprobada, rechazado, rechazada,
    inaceptable, insatisfactorio, insatisfactoria, inseguro, insegura, critico, critica, sucio, sucia`,
  unrated: `n/a, na, not applicable, not inspected, not checked, not tested, not rated, not accessible, not present,
    no access, unknown, none, n/d, no aplica, no corresponde, sin inspeccionar, no inspeccionado, no inspeccionada,
    sin revisar, no revisado, no revisada, sin acceso, sin probar, no probado, no probada, no hay, desconocido,
    desconocida, ninguno, ninguna`,
}

const grades = new Map<string, ConditionGrade>(
  (['good', 'fair', 'poor', 'unrated'] as const).flatMap((grade) =>
    words[grade].split(',').map((word) => [word.trim(), grade] as const),
  ),
)

/** More segments would be too narrow for a thumb. */
const most = 5

const known = new WeakMap<TemplateField, ReadonlyMap<string, ConditionGrade> | null>()

/**
 * Returns the grade of each option by id if all options are words of a condition scale, otherwise null. A
 * scale has two to five options and at least two different grades: 'Good', 'OK', 'N/A' is not a scale.
 */
export function conditionScale(field: TemplateField): ReadonlyMap<string, ConditionGrade> | null {
  const found = known.get(field)
  if (found !== undefined) return found
  const scale = scaleOf(field)
  known.set(field, scale)
  return scale
}

function scaleOf({ options, ownLabels }: TemplateField): ReadonlyMap<string, ConditionGrade> | null {
  const labels = ownLabels ?? options
  if (labels.length < 2 || labels.length > most) return null
  const scale = new Map<string, ConditionGrade>()
  for (const [index, id] of options.entries()) {
    const grade = grades.get(fold(labels[index] ?? '').trim())
    if (!grade) return null
    scale.set(id, grade)
  }
  const rated = new Set([...scale.values()].filter((grade) => grade !== 'unrated'))
  return rated.size > 1 ? scale : null
}
