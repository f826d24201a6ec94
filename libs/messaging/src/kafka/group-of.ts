/** Consumer group of a service, without the installation's prefix. Groups of one replica have a suffix after a dot. */
export const groupOf = (service: string): string => `orbweaver.${service}`;

/** Prefix of the consumer groups of the orbweaver command. */
export const ADMIN_GROUPS = 'orbweaver-admin-';
