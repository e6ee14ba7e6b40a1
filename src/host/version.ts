/** Tutti's own version; a test keeps it equal to package.json. */
export const TUTTI_VERSION = '0.5.0'
