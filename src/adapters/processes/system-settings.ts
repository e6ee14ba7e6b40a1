/** Where the system's own settings can be written to by whoever is root, even without any right of his. */
export const SYSTEM_SETTINGS = ['/proc/sys', '/proc/irq', '/proc/bus', '/proc/fs', '/proc/acpi', '/proc/scsi']
