#!/usr/bin/env node
import { main } from './surfaces/cli/main.ts'

process.exitCode = await main(process)
