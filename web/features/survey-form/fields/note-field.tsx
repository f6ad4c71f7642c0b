import type { TemplateField } from '#survey/template.ts'
import classes from './note-field.module.css'

/** Words to the surveyor; nothing to answer. */
export function NoteField({ field: { name, hint } }: { field: TemplateField }) {
  return (
    <div className={classes.note} role="note">
      <p className={classes.name}>{name}</p>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  )
}
