//! Section 4.4.4: what runs earn.
