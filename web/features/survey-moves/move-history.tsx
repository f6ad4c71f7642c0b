import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { type listMoves, undoMove } from '#contract/surveys/survey-moves.ts'
import { call } from '#web/lib/http/call.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import classes from './survey-moves.module.css'

type Move = ReplyOf<typeof listMoves>['data'][number]

interface Props {
  /** Newest first. */
  moves: readonly Move[]
  mayUndo: boolean
  onUndone: (text: string) => Promise<void>
}

/** Past moves of the survey, with Undo. */
export function MoveHistory({ moves, mayUndo, onUndone }: Props) {
  const [asked, setAsked] = useState<Move | null>(null)
  if (moves.length === 0) return null
  return (
    <section aria-labelledby="moves">
      <Title order={2} size="md" id="moves" mb="sm">
        {t('surveyMoves.history')}
      </Title>
      <ol className={classes.moves}>
        {moves.map((move) => {
          const { from_version: from, to_version: to, undo_until, undone_at } = move.attributes
          const undoable = mayUndo && undo_until !== null && Date.parse(undo_until) > Date.now()
          return (
            <li key={move.id} className={classes.move}>
              <div>
                <Text>{t('surveyMoves.fromTo', { from, to })}</Text>
                <Text size="sm" c="dimmed">
                  {whenAndWho(move)}
                  {undone_at && ` · ${t('surveyMoves.undoneOn', { date: shortDate(undone_at) })}`}
                  {undoable && ` · ${t('surveyMoves.undoUntil', { date: shortDate(undo_until) })}`}
                </Text>
              </div>
              {undoable && (
                <Button
                  variant="default"
                  onClick={() => setAsked(move)}
                  aria-label={t('surveyMoves.undoOf', { from, to })}
                >
                  {t('surveyMoves.undo')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {asked && (
        <UndoDialog
          move={asked}
          onClose={() => setAsked(null)}
          onDone={async (text) => {
            await onUndone(text)
            setAsked(null)
          }}
        />
      )}
    </section>
  )
}

function whenAndWho({ attributes: { moved_at, moved_by } }: Move): string {
  const date = shortDate(moved_at)
  return moved_by === '' ? date : t('surveyMoves.movedBy', { date, name: moved_by })
}

interface UndoProps {
  move: Move
  onClose: () => void
  onDone: (text: string) => Promise<void>
}

function UndoDialog({ move, onClose, onDone }: UndoProps) {
  const version = move.attributes.from_version
  async function undo() {
    const result = await call(undoMove, { params: { id: move.id } })
    if (!result.ok) return result.message
    await onDone(t('surveyMoves.undone', { version }))
    return null
  }
  return (
    <ConfirmCall
      onClose={onClose}
      run={undo}
      title={t('surveyMoves.undoTitle', { version })}
      text={t('surveyMoves.undoText')}
      confirm={t('surveyMoves.undo')}
      cancel={t('common.cancel')}
    />
  )
}
