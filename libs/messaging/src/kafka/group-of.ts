/** Consumer group of a service, without the prefix of the installation. A group of one replica has a suffix after a dot. */
export const groupOf = (service: string): string => `orbweaver.${service}`;

/** Prefix of the consumer groups of the orbweaver command. */
export const ADMIN_GROUPS = 'orbweaver-admin-';
