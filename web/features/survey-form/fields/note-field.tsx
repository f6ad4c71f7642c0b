import type { TemplateField } from '#survey/template.ts'
import { RichText } from '#web/lib/survey/formatted-text.tsx'
import classes from './note-field.module.css'

/** Instructions for the surveyor; takes no answer. */
export function NoteField({ field: { name, hint, formatted } }: { field: TemplateField }) {
  return (
    <div className={classes.note} role="note">
      <p className={classes.name} data-formatted={formatted?.name !== undefined || undefined}>
        <RichText plain={name} runs={formatted?.name} />
      </p>
      {hint !== undefined && (
        <p>
          <RichText plain={hint} runs={formatted?.hint} />
        </p>
      )}
    </div>
  )
}
