import { parentPort, workerData } from 'node:worker_threads'
import { badLinkIn, renderLegal } from './markup.ts'

/** Reads one text and exits; the parent kills it after a timeout. */
const markdown = String(workerData)
parentPort?.postMessage({ html: renderLegal(markdown), badLink: badLinkIn(markdown) })
