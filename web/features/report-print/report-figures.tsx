import { useState } from 'react'
import type { Figure } from '#survey/report.ts'
import { say } from '#web/lib/say.ts'
import type { AddressOf, FigureAddress } from './figure-address.ts'
import { inPairs } from './pairs.ts'
import classes from './report-view.module.css'

/** Table rows of two figures each. */
export function ReportFigures({ figures, addressOf }: { figures: readonly Figure[]; addressOf: AddressOf }) {
  return inPairs(figures).map((line) => (
    <tr key={line[0]?.mediaId} className={classes.figures}>
      <td colSpan={2} className={classes.figuresCell}>
        <div className={classes.pair}>
          {line.map((figure) => (
            <FigureBox key={figure.mediaId} figure={figure} address={addressOf(figure)} />
          ))}
        </div>
      </td>
    </tr>
  ))
}

function FigureBox({ figure, address }: { figure: Figure; address: FigureAddress }) {
  const isVideo = figure.kind === 'video'
  return (
    <figure className={classes.figure}>
      {address.target === null ? (
        <Picture figure={figure} address={address} />
      ) : (
        <a
          className={classes.open}
          href={address.target}
          target="_blank"
          rel="noreferrer"
          {...(isVideo && { 'aria-label': say('reports.watchVideo', { label: figure.label }) })}
        >
          <Picture figure={figure} address={address} />
        </a>
      )}
      <figcaption className={classes.caption}>
        {isVideo && address.target !== null ? (
          <a className={classes.watch} href={address.target} target="_blank" rel="noreferrer">
            {say('reports.watchVideo', { label: figure.label })}
          </a>
        ) : (
          <strong>{figure.label}</strong>
        )}
        {figure.caption !== '' && <span> {figure.caption}</span>}
      </figcaption>
    </figure>
  )
}

function Picture({ figure, address }: { figure: Figure; address: FigureAddress }) {
  // Remembered by address: a fresh address of the same picture gets its chance.
  const [broken, setBroken] = useState<string | null>(null)
  if (address.picture === null || address.picture === broken) {
    const words = figure.kind === 'video' ? figure.label : say('reports.pictureMissing')
    return (
      <span className={classes.blank}>
        {figure.kind === 'video' && <PlayMark />}
        <span>{words}</span>
      </span>
    )
  }
  return (
    <span className={classes.frame}>
      <img
        src={address.picture}
        alt={figure.caption === '' ? figure.label : figure.caption}
        width={address.width ?? undefined}
        height={address.height ?? undefined}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(address.picture)}
      />
      {figure.kind === 'video' && <PlayMark />}
    </span>
  )
}

function PlayMark() {
  return (
    <svg className={classes.play} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d="M19 15l15 9-15 9z" />
    </svg>
  )
}
