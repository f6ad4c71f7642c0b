import {
  IconAlertTriangle,
  IconArchive,
  IconArrowBackUp,
  IconArrowRight,
  IconCheck,
  IconPlus,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { MovePlan } from '#contract/surveys/survey-moves.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './survey-moves.module.css'

/** Effects of a move on all answers, least severe first. */
export function PlanFacts({ plan }: { plan: MovePlan }) {
  const { answers } = plan
  const isNew = plan.added.filter((one) => one.is_new)
  const isBare = plan.moved + plan.back + plan.earlier === 0
  const mustFill = plan.added.filter((one) => one.is_mandatory && !one.is_new)
  return (
    <ul className={classes.facts}>
      {(plan.kept > 0 || isBare) && (
        <Fact Icon={IconCheck} text={t('surveyMoves.kept', { count: plan.kept })} />
      )}
      {plan.moved > 0 && (
        <Fact Icon={IconArrowRight} text={t('surveyMoves.moved', { count: plan.moved })}>
          {answers?.moved.map(({ id, field_name: field, from, to }) => (
            <li key={id}>{t('surveyMoves.movedLine', { field, from, to })}</li>
          ))}
        </Fact>
      )}
      {plan.back > 0 && (
        <Fact Icon={IconArrowBackUp} text={t('surveyMoves.back', { count: plan.back })}>
          {answers?.back.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </Fact>
      )}
      {plan.earlier > 0 && (
        <Fact Icon={IconArchive} asks text={t('surveyMoves.earlier', { count: plan.earlier })}>
          {answers?.earlier.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </Fact>
      )}
      {plan.not_offered > 0 && (
        <Fact Icon={IconAlertTriangle} asks text={t('surveyMoves.notOffered', { count: plan.not_offered })}>
          {answers?.not_offered.map(({ id, section_name, field_name, options }) => (
            <li key={id}>
              <span className={classes.where}>
                {section_name} · {field_name}
              </span>
              {options.join(', ')}
            </li>
          ))}
        </Fact>
      )}
      {isNew.length > 0 && (
        <Fact Icon={IconPlus} text={t('surveyMoves.added', { count: isNew.length })}>
          <Fields fields={isNew} marks />
        </Fact>
      )}
      {mustFill.length > 0 && (
        <Fact Icon={IconAlertTriangle} asks text={t('surveyMoves.mustFill', { count: mustFill.length })}>
          <Fields fields={mustFill} />
        </Fact>
      )}
    </ul>
  )
}

interface FactProps {
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>
  text: string
  /** The user may have to act on it. */
  asks?: boolean
  children?: ReactNode
}

function Fact({ Icon, text, asks = false, children }: FactProps) {
  return (
    <li className={classes.fact} data-asks={asks || undefined}>
      <Icon size={20} aria-hidden />
      <div>
        {text}
        {children && <ul className={classes.lines}>{children}</ul>}
      </div>
    </li>
  )
}

function Fields({ fields, marks = false }: { fields: MovePlan['added']; marks?: boolean }) {
  return fields.map(({ section_name, field_name, is_mandatory }) => (
    <li key={`${section_name} ${field_name}`}>
      <span className={classes.where}>{section_name}</span>
      {field_name}
      {marks && is_mandatory && ` (${t('surveyMoves.mandatory')})`}
    </li>
  ))
}

type EarlierLine = NonNullable<MovePlan['answers']>['earlier'][number]

function Line({ line }: { line: EarlierLine }) {
  const where = [line.sub_section_name || line.section_name, line.field_name].join(' · ')
  const media = [
    ...(line.photos > 0 ? [t('surveyMoves.photos', { count: line.photos })] : []),
    ...(line.videos > 0 ? [t('surveyMoves.videos', { count: line.videos })] : []),
  ]
  return (
    <li>
      <span className={classes.where}>{where}</span>
      {[line.field_value, ...media].filter((word) => word !== '').join(' · ')}
    </li>
  )
}
