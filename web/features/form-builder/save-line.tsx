import { t } from '#web/lib/language/translate.ts'
import { type BuilderState, useBuilderState } from './builder.ts'
import classes from './top-bar.module.css'

/** Saving state and current version. */
export function SaveLine() {
  const { saving, isStorageFull, version } = useBuilderState()
  return (
    <p className={classes.line} style={{ margin: 0 }}>
      <span role="status" data-bad={isStorageFull || (saving.kind !== 'saved' && saving.kind !== 'saving')}>
        {wordsOf(saving, isStorageFull)}
      </span>
      <span>{version > 0 ? t('builder.versionNumber', { version }) : t('builder.neverPublished')}</span>
    </p>
  )
}

function wordsOf(saving: BuilderState['saving'], isStorageFull: boolean): string {
  if (saving.kind === 'refused') return t('builder.notSaved', { problem: saving.message })
  if (saving.kind === 'stale') return t('builder.staleSomebody')
  if (isStorageFull) return t(saving.kind === 'waiting' ? 'builder.nowhere' : 'builder.onlyOnServer')
  return t(`builder.${saving.kind}`)
}
