import { parentPort, workerData } from 'node:worker_threads'
import { badLinkIn, renderLegal } from './markup.ts'

/** Reads one text and ends; whoever started it ends it where that takes too long. */
const markdown = String(workerData)
parentPort?.postMessage({ html: renderLegal(markdown), badLink: badLinkIn(markdown) })
